/**
 * Coordinates as strokes, so that a picture needs no font. Each glyph is drawn on a grid 4 wide and 6 high, origin at the top left:
 * lines are separated by blanks, points of a line are two digits, x and y.
 */
const GLYPHS: Readonly<Record<string, string>> = {
  A: '062046 1434',
  B: '003041423303 334445360600',
  C: '4130100105163645',
  D: '00204244260600',
  E: '40000646 0333',
  F: '400006 0333',
  G: '41301001051636454323',
  H: '0006 4046 0343',
  J: '4045361605',
  K: '0006 4003 1346',
  L: '000646',
  M: '0600234046',
  N: '06004640',
  O: '103041453616050110',
  P: '06003041423303',
  Q: '103041453616050110 2446',
  R: '06003041423303 2346',
  S: '413010010213334445361605',
  T: '0040 2026',
  U: '000516364540',
  V: '002640',
  W: '0016223640',
  X: '0046 4006',
  Y: '002340 2326',
  Z: '00400646',
  '0': '103041453616050110',
  '1': '112026',
  '2': '01103041420646',
  '3': '0110304142334445361605 1333',
  '4': '36300444',
  '5': '4000023243453605',
  '6': '413010010516364544331304',
  '7': '004016',
  '8': '103041423313020110 130405163645443313',
  '9': '051636454130100102133342',
};

const WIDTH = 4;
const HEIGHT = 6;
const GAP = 2;

/** Path data of a coordinate whose middle is at `x`, `y`, in letters of the given height. Signs without a glyph are left out. */
export function labelPath(text: string, x: number, y: number, height: number): string {
  const scale = height / HEIGHT;
  const width = (text.length * (WIDTH + GAP) - GAP) * scale;
  let path = '';
  for (let i = 0; i < text.length; i++) {
    const left = x - width / 2 + i * (WIDTH + GAP) * scale;
    for (const line of (GLYPHS[text.charAt(i)] ?? '').split(' ')) {
      for (let at = 0; at < line.length; at += 2) {
        const px = left + Number(line.charAt(at)) * scale;
        const py = y - height / 2 + Number(line.charAt(at + 1)) * scale;
        path += `${at === 0 ? 'M' : 'L'}${round(px)} ${round(py)}`;
      }
    }
  }
  return path;
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}
