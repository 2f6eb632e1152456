/** Games made from a seed, the same on every machine: legal and illegal moves, variations, several charsets, damage. */

/** Mulberry32: numbers of [0, 1). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const RULES = ['Japanese', 'Chinese', 'AGA', 'NZ', 'GOE', 'Tromp-Taylor', 'French', 'unheard-of', ''];
const RESULTS = ['B+R', 'W+2.5', 'B+12.5', '0', 'Void', 'W+T', 'Jigo', ''];
const letter = (n) => String.fromCharCode(97 + n);

function game(random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const size = pick([5, 9, 9, 13, 19]);
  const taken = new Set();
  const point = () => {
    for (let tries = 0; ; tries++) {
      const at = letter(Math.floor(random() * size)) + letter(Math.floor(random() * size));
      // Now and then a stone lands on another: an illegal move, or a point that a capture freed.
      if (!taken.has(at) || tries > 20 || random() < 0.02) return (taken.add(at), at);
    }
  };
  const fields = [`GM[1]FF[4]SZ[${size}]KM[${pick(['6.5', '7.5', '0', '0.5', '650', 'x'])}]`];
  const rules = pick(RULES);
  if (rules !== '') fields.push(`RU[${rules}]`);
  const result = pick(RESULTS);
  if (result !== '') fields.push(`RE[${result}]`);
  if (random() < 0.2) fields.push(`HA[2]AB[${point()}][${point()}]`);
  fields.push(`PB[${pick(['Ann', 'Bo', '\u5f20\u4e09', '=SUM(1)'])}]PW[${pick(['Cy', 'D, E', '"F"'])}]`);
  const moves = Array.from({ length: Math.floor(random() * size * size) }, (_, i) => {
    const color = (i + (random() < 0.01 ? 1 : 0)) % 2 === 0 ? 'B' : 'W';
    return `;${color}[${random() < 0.02 ? '' : point()}]${random() < 0.03 ? `C[note ${i}]` : ''}`;
  });
  if (random() < 0.5) moves.push(';B[];W[]');
  if (random() < 0.2) moves.push(`(;B[${point()}];W[${point()}])(;B[${point()}]N[second])`);
  const text = `(;${fields.join('')}\n${moves.join('')})`;
  return random() < 0.05 ? text.slice(0, Math.floor(text.length * random())) : text;
}

/** Names and bytes of files of one seed. */
export function filesOf(seed, count) {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, i) => {
    const games = Array.from({ length: random() < 0.1 ? 4 : 1 }, () => game(random));
    return { name: `${String(i).padStart(3, '0')}.sgf`, bytes: Buffer.from(games.join('\n')) };
  });
}
