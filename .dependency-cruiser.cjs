/** Who may import whom, from the ground up: the rooms of docs/architecture.md. */
const rooms = {
  core: [],
  store: ['core'],
  kernels: [],
  findings: ['core'],
  rules: ['core', 'findings'],
  board: ['core', 'kernels'],
  sgf: ['core', 'findings', 'kernels'],
  record: ['core', 'findings', 'rules', 'sgf'],
  replay: ['core', 'findings', 'kernels', 'rules', 'board', 'record'],
  audit: ['core', 'findings', 'rules', 'board', 'record', 'replay'],
  life: ['core', 'findings', 'kernels', 'board', 'record'],
  score: ['core', 'findings', 'rules', 'board', 'record', 'replay', 'life'],
  referee: ['core', 'findings', 'rules', 'board', 'sgf', 'record', 'replay', 'audit', 'life', 'score'],
  input: ['core', 'findings', 'sgf', 'store'],
  engine: ['core'],
};
rooms.check = [...rooms.referee, 'referee'];
rooms.event = ['core', 'findings', 'rules', 'sgf', 'record', 'score', 'referee'];
rooms.format = [...rooms.check, 'check'];
rooms.duplicates = rooms.check;
rooms.columns = [...rooms.check, 'duplicates', 'event'];
rooms.list = [...rooms.check, 'columns'];
rooms.picture = [...rooms.check, 'columns'];
rooms.output = [...rooms.list, 'list', 'check', 'duplicates', 'event', 'picture'];
rooms.run = [...rooms.output, 'output', 'kernels', 'engine', 'input', 'store', 'format'];
rooms.options = [...rooms.run, 'run'];
rooms.commands = [...rooms.options, 'options'];
rooms.ui = [...rooms.output, 'output', 'input'];

/** Configurations of bundlers. */
const BUILDS = '/(vite\\.config\\.ts|bundle\\.mjs)$';

const roomRules = Object.entries(rooms).map(([room, allowed]) => ({
  name: `room-${room}`,
  severity: 'error',
  from: { path: `^src/${room}/`, pathNot: BUILDS },
  to: { path: '^src/', pathNot: `^src/(${[room, ...allowed].join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...roomRules,
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
      name: 'csv-stringify-only-in-csv',
      severity: 'error',
      from: { path: '^(src|cli)/', pathNot: '^src/output/csv\\.ts$' },
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
      from: {
        path: '^src/',
        pathNot: '^src/(run|input|store|engine|service)/|^src/(index|many-machines)\\.ts$|/(bundle|build)\\.mjs$',
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
