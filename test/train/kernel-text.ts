/** Points that one pass of the kernel computes at once, and output channels: ten accumulators fit the registers. */
const TILE = 5;
const OUT = 8;

/**
 * The text of the net's one hot loop in WebAssembly: a 3x3 convolution of `channels` to `channels` planes.
 *
 * Values are point-major (`channels` floats a point) on a board padded by one column and one row, so a point and its
 * left and right neighbors are contiguous: each of the three rows is one dot product over 3 * channels floats.
 * Weights: [channels / 8][3 rows][3 * channels][8]. `tiles` counts runs of five points from `x` and `y` on;
 * `row` is the distance of two rows in bytes.
 */
export function kernelText(channels: number): string {
  const lines: string[] = [];
  const out = (line: string): unknown => lines.push(line);
  out('(module (memory (export "memory") 40)');
  out('(func (export "convolve") (param $x i32) (param $w i32) (param $b i32) (param $y i32)');
  out(' (param $tiles i32) (param $row i32)');
  out(' (local $part i32) (local $t i32) (local $xp i32) (local $wp i32) (local $r i32) (local $k i32)');
  out(' (local $from i32) (local $to i32) (local $w0 v128) (local $w1 v128) (local $s v128)');
  for (let j = 0; j < TILE; j++) out(` (local $a${j} v128) (local $c${j} v128)`);
  out(` (local.set $part (i32.const ${channels / OUT}))`);
  out(' (loop $parts');
  out('  (local.set $t (local.get $tiles)) (local.set $from (local.get $x)) (local.set $to (local.get $y))');
  out('  (loop $points');
  for (let j = 0; j < TILE; j++) {
    out(
      `   (local.set $a${j} (v128.load (local.get $b))) (local.set $c${j} (v128.load offset=16 (local.get $b)))`,
    );
  }
  out('   (local.set $wp (local.get $w)) (local.set $r (i32.const 3))');
  out(
    `   (local.set $from (i32.sub (local.get $from) (i32.add (local.get $row) (i32.const ${channels * 4}))))`,
  );
  out('   (loop $rows');
  out(`    (local.set $xp (local.get $from)) (local.set $k (i32.const ${(3 * channels) / 4}))`);
  out('    (loop $inner');
  for (let u = 0; u < 4; u++) {
    out(`     (local.set $w0 (v128.load offset=${u * 32} (local.get $wp)))`);
    out(`     (local.set $w1 (v128.load offset=${u * 32 + 16} (local.get $wp)))`);
    for (let j = 0; j < TILE; j++) {
      out(`     (local.set $s (v128.load32_splat offset=${j * channels * 4 + u * 4} (local.get $xp)))`);
      out(
        `     (local.set $a${j} (f32x4.add (local.get $a${j}) (f32x4.mul (local.get $s) (local.get $w0))))`,
      );
      out(
        `     (local.set $c${j} (f32x4.add (local.get $c${j}) (f32x4.mul (local.get $s) (local.get $w1))))`,
      );
    }
  }
  out('     (local.set $xp (i32.add (local.get $xp) (i32.const 16)))');
  out('     (local.set $wp (i32.add (local.get $wp) (i32.const 128)))');
  out('     (br_if $inner (local.tee $k (i32.sub (local.get $k) (i32.const 1)))))');
  out('    (local.set $from (i32.add (local.get $from) (local.get $row)))');
  out('    (br_if $rows (local.tee $r (i32.sub (local.get $r) (i32.const 1)))))');
  for (let j = 0; j < TILE; j++) {
    out(`   (v128.store offset=${j * channels * 4} (local.get $to) (local.get $a${j}))`);
    out(`   (v128.store offset=${j * channels * 4 + 16} (local.get $to) (local.get $c${j}))`);
  }
  out('   (local.set $from (i32.sub (local.get $from) (i32.mul (local.get $row) (i32.const 2))))');
  out(`   (local.set $from (i32.add (local.get $from) (i32.const ${(TILE + 1) * channels * 4})))`);
  out(`   (local.set $to (i32.add (local.get $to) (i32.const ${TILE * channels * 4})))`);
  out('   (br_if $points (local.tee $t (i32.sub (local.get $t) (i32.const 1)))))');
  out(`  (local.set $w (i32.add (local.get $w) (i32.const ${9 * channels * OUT * 4})))`);
  out(
    '  (local.set $b (i32.add (local.get $b) (i32.const 32))) (local.set $y (i32.add (local.get $y) (i32.const 32)))',
  );
  out('  (br_if $parts (local.tee $part (i32.sub (local.get $part) (i32.const 1)))))');
  out('))');
  return lines.join('\n');
}
