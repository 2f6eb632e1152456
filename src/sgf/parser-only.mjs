/**
 * Plugin of the bundlers: of @sabaki/sgf only its parser of tokens. Its tokenizer would bring two libraries of charsets with it,
 * one of them LGPL, and its reading of files what a browser does not have.
 */
export function parserOnly() {
  return {
    name: 'parser-only',
    // Vite would resolve relative names first.
    enforce: 'pre',
    resolveId: (id, importer = '') =>
      /@sabaki\/sgf\/src\/parse\.js$/.test(importer) && (id === './tokenize' || id === 'fs')
        ? '\0nothing'
        : null,
    load: (id) => (id === '\0nothing' ? 'module.exports = {};' : null),
  };
}
