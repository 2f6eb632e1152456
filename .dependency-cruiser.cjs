/** The wings of docs/architecture.md, from the ground up: each may import the ones that it names. */
const wings = { core: [], go: ['core'], sgf: ['core'] };
wings.referee = ['core', 'go', 'sgf'];
wings.toolkit = [...wings.referee, 'referee'];
wings.report = [...wings.toolkit, 'toolkit'];
wings.run = [...wings.report, 'report'];
wings.options = [...wings.run, 'run'];
wings.service = [...wings.options, 'options'];
wings.ui = wings.service;

/** What a room may import of its own wing and, where it is listed, instead of all lower wings. `vocabulary`: what lies in `core` itself. */
const rooms = {
  'core/words': ['vocabulary'],
  'core/findings': ['vocabulary', 'core/words'],
  'core/kernels': [],
  'go/board': ['vocabulary', 'core/kernels'],
  'go/rules': ['vocabulary', 'core/findings'],
  'go/life': ['vocabulary', 'core/findings', 'core/kernels', 'go/board'],
  'referee/record': ['vocabulary', 'core/findings', 'go/rules', 'sgf'],
  'referee/replay': ['vocabulary', 'core/findings', 'core/kernels', 'go', 'referee/record'],
  'referee/repair': ['vocabulary', 'core/findings', 'core/kernels', 'go', 'referee/record'],
  'referee/audit': ['vocabulary', 'core/findings', 'go', 'referee/record', 'referee/replay'],
  'referee/score': ['vocabulary', 'core/findings', 'go', 'referee/record', 'referee/replay'],
  'referee/judge': [...wings.referee, 'referee'],
  'toolkit/check': wings.toolkit,
  'toolkit/format': [...wings.toolkit, 'toolkit/check'],
  'toolkit/duplicates': wings.toolkit,
  'toolkit/event': wings.toolkit,
  'toolkit/compare': [...wings.toolkit, 'toolkit/format'],
  'toolkit/gtp': wings.toolkit,
  'report/columns': wings.report,
  'report/list': [...wings.report, 'report/columns'],
  'report/picture': [...wings.report, 'report/columns'],
  'report/output': [...wings.report, 'report/list', 'report/columns', 'report/picture'],
  'report/gtp': [...wings.report, 'report/columns', 'report/picture', 'report/output'],
  'run/store': ['vocabulary'],
  'run/input': ['vocabulary', 'core/findings', 'sgf', 'run/store'],
  'run/engine': ['vocabulary'],
};
const pathOf = (place) => (place === 'vocabulary' ? 'core/[^/]+$' : `${place}/`);

/** Configurations of bundlers. */
const BUILDS = '/(vite\\.config\\.ts|bundle\\.mjs)$';

const wingRules = Object.entries(wings).map(([wing, allowed]) => ({
  name: `wing-${wing}`,
  severity: 'error',
  from: { path: `^src/${wing}/`, pathNot: BUILDS },
  to: { path: '^src/', pathNot: `^src/(${[wing, ...allowed].join('|')})/` },
}));
const roomRules = Object.entries(rooms).map(([room, allowed]) => ({
  name: `room-${room}`,
  severity: 'error',
  from: { path: `^src/${room}/`, pathNot: BUILDS },
  to: {
    path: '^src/',
    pathNot: `^src/(${[room, ...allowed].map(pathOf).join('|')})`,
  },
}));
/** The vocabulary knows nothing. */
const vocabulary = {
  name: 'vocabulary',
  severity: 'error',
  from: { path: '^src/core/[^/]+$' },
  to: { path: '^src/', pathNot: '^src/core/[^/]+$' },
};

module.exports = {
  forbidden: [
    ...wingRules,
    ...roomRules,
    vocabulary,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    { name: 'src-knows-no-command', severity: 'error', from: { path: '^src/' }, to: { path: '^cli/' } },
    {
      name: 'sabaki-sgf-only-in-tree',
      severity: 'error',
      from: { path: '^(src|cli)/', pathNot: '^src/sgf/tree\\.ts$' },
      to: { path: 'node_modules/@sabaki/sgf' },
    },
    {
      name: 'yargs-only-in-cli',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: 'node_modules/(yargs|yargs-parser)' },
    },
    {
      name: 'io-only-at-the-edge',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(run|service)/|^src/(index|many-machines)\\.ts$|/(bundle|build)\\.mjs$',
      },
      to: {
        path: '^(node:|fs$|path$|worker_threads$|crypto$)|node_modules/p-limit',
        dependencyTypes: ['core', 'npm'],
      },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      // Named by the compiler alone.
      from: { orphan: true, path: '^src/', pathNot: '\\.d\\.m?ts$' },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
