/**
 * Whether a path matches one of some patterns: `*` and `?` within a folder, `**` across folders, `{a,b}` for either.
 * As in .gitignore, a pattern without a slash matches names at any depth, and a pattern that matches a folder, or an archive,
 * matches what is in it. Paths have `/` between folders and are relative.
 */
export function matcherOf(patterns: readonly string[]): (path: string) => boolean {
  const all = patterns.map(expressionOf);
  return (path) => all.some((one) => one.test(path));
}

function expressionOf(pattern: string): RegExp {
  const plain = pattern.replace(/^\.?\//, '').replace(/\/$/, '');
  const isAnywhere = !/\/./.test(pattern);
  return new RegExp(`^${isAnywhere ? '(?:.*/)?' : ''}${sourceOf(plain)}(?:!?/.*)?$`, 'su');
}

const WILD = /\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[\\^$.|+()[\]{}/-]/g;

function sourceOf(pattern: string): string {
  return pattern.replace(WILD, (wild) => {
    if (wild === '**/') return '(?:.*/)?';
    if (wild === '**') return '.*';
    if (wild === '*') return '[^/]*';
    if (wild === '?') return '[^/]';
    if (wild.length > 1) return `(?:${wild.slice(1, -1).split(',').map(sourceOf).join('|')})`;
    return wild === '-' ? '-' : `\\${wild}`;
  });
}
