/** Who may import whom: the table of rooms. Each rule lists what a room may NOT reach. */
const rooms = {
  core: [],
  kernels: [],
  sgf: ['core', 'kernels'],
  rules: ['core'],
  record: ['core', 'sgf', 'rules'],
  board: ['core', 'kernels'],
  replay: ['core', 'kernels', 'board', 'rules', 'record'],
  audit: ['core', 'rules', 'record', 'replay', 'board'],
  life: ['core', 'kernels', 'board', 'record'],
  score: ['core', 'board', 'rules', 'record', 'replay', 'life'],
};

/** Rooms above those, which use the judging of whole games (files of src itself). */
const upperRooms = {
  format: ['core', 'sgf', 'rules', 'record', 'replay', 'score'],
  duplicates: ['core', 'sgf', 'record', 'replay', 'report', 'list'],
};

const roomRules = Object.entries(rooms).map(([room, allowed]) => ({
  name: `room-${room}`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: `^src/(${[room, ...allowed].join('|')})/` },
}));

const upperRules = Object.entries(upperRooms).map(([room, allowed]) => ({
  name: `room-${room}`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: `^src/(${[room, ...allowed].join('|')})/|^src/[^/]+\\.ts$` },
}));

module.exports = {
  forbidden: [
    ...roomRules,
    ...upperRules,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'report-has-no-machinery',
      severity: 'error',
      from: { path: '^src/report/' },
      to: { path: '^src/(batch|service)/|^cli/' },
    },
    { name: 'src-knows-no-command', severity: 'error', from: { path: '^src/' }, to: { path: '^cli/' } },
    {
      name: 'sabaki-sgf-only-in-tree',
      severity: 'error',
      from: { path: '^(src|cli)/', pathNot: '^src/sgf/tree\\.ts$' },
      to: { path: 'node_modules/@sabaki/sgf' },
    },
    {
      name: 'csv-stringify-only-in-csv',
      severity: 'error',
      from: { path: '^(src|cli)/', pathNot: '^src/report/csv\\.ts$' },
      to: { path: 'node_modules/csv-stringify' },
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
      from: { path: '^src/', pathNot: '^src/(batch|service)/|^src/index\\.ts$|/(bundle|build)\\.mjs$' },
      to: {
        path: '^(node:|fs$|path$|worker_threads$|crypto$)|node_modules/p-limit',
        dependencyTypes: ['core', 'npm'],
      },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      // Named by the build of the page, or by the compiler alone.
      from: { orphan: true, path: '^src/', pathNot: '\\.d\\.m?ts$|^src/page/no-deadstones\\.ts$' },
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
