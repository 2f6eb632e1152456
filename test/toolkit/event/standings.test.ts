import { expect, test } from 'vitest';
import { readTables } from '../../../src/toolkit/event/read-table.js';

/** The list as it is posted: place, name, and the criteria with their names. */
function standings(text: string): string[] {
  const { tables } = readTables([{ name: 't', bytes: new TextEncoder().encode(text) }]);
  const { players, criteria } = tables[0]!;
  const posted = [...players].sort((a, b) => (a.standing ?? 0) - (b.standing ?? 0));
  return [
    criteria.join(' '),
    ...posted.map(({ standing, name, criteria: values = [] }) =>
      [standing ?? '-', name, ...values].join(' '),
    ),
  ];
}

/** Ada 3d, Bo 1d, Cy 2k and Di 25k, two rounds: Di has no game in the second and Bo a bye. */
function gotha(criteria: readonly string[], settings = ''): string {
  const players = [
    ['Ada', '3D'],
    ['Bo', '1D'],
    ['Cy', '2K'],
    ['Di', '25K'],
  ].map(([name, rank]) => `<Player name="${name}" firstName="" rank="${rank}"/>`);
  const games = [
    ['1', 'ADA', 'BO', '0', 'WHITEWINS'],
    ['1', 'CY', 'DI', '9', 'BLACKWINS'],
    ['2', 'ADA', 'CY', '1', 'BLACKWINS'],
  ].map(
    ([round, white, black, stones, result]) =>
      `<Game roundNumber="${round}" whitePlayer="${white}" blackPlayer="${black}" handicap="${stones}" result="RESULT_${result}"/>`,
  );
  const placement = criteria.map(
    (name, i) => `<PlacementCriterion name="${name}" number="${String(i + 1)}"/>`,
  );
  return `<Tournament><Players>${players.join('')}</Players><Games>${games.join('')}</Games>
    <ByePlayers><ByePlayer roundNumber="2" player="BO"/></ByePlayers>
    <TournamentParameterSet>
      <GeneralParameterSet genMMBar="1D" genMMFloor="20K" genMMZero="30K" numberOfRounds="3" ${settings}/>
      <PlacementParameterSet><PlacementCriteria>${placement.join('')}</PlacementCriteria></PlacementParameterSet>
    </TournamentParameterSet></Tournament>`;
}

const cases = [
  [
    'McMahon: ranks between floor and bar, half a point for a missed round cut off, handicaps in SOS, SOSOS decides',
    gotha(['MMS', 'SOSM', 'SOSOSM', 'NULL']),
    ['MMS SOSM SOSOSM', '1 Bo 31 61 121', '2 Ada 31 61 111', '3 Cy 29 50 91', '4 Di 11 30 70'],
  ],
  [
    'wins and the wins of the opponents, without handicaps; equal players as the file has them',
    gotha(['NBW', 'SOSW']),
    ['NBW SOSW', '1 Ada 1 2', '2 Cy 1 2', '3 Bo 1 1', '4 Di 1 1'],
  ],
  [
    'half points that are not cut off',
    gotha(['MMS'], 'genRoundDownNBWMMS="false"'),
    ['MMS', '1 Ada 31', '2 Bo 31', '3 Cy 29', '4 Di 11.5'],
  ],
  [
    'criteria after one that is not known are left out',
    gotha(['NBW', 'DC', 'SOSW']),
    ['NBW', '1 Ada 1', '2 Bo 1', '3 Cy 1', '4 Di 1'],
  ],
  ['no criteria: no places', gotha(['NULL']), ['', '- Ada', '- Bo', '- Cy', '- Di']],
  [
    'one category decides nothing',
    gotha(['CAT', 'MMS'], 'numberOfCategories="1"'),
    ['MMS', '1 Ada 31', '2 Bo 31', '3 Cy 29', '4 Di 11'],
  ],
  [
    'several categories: no places, as the file does not hold them',
    gotha(['CAT', 'MMS'], 'numberOfCategories="2"'),
    ['', '- Ada', '- Bo', '- Cy', '- Di'],
  ],
  [
    'a wall list as posted, with the names of its criteria; those that are never used are left out',
    `; EV[x]
;
; Pl Name                            Rk Co Club  MMS  SOSSOSOS
   1 Rask Ida                        3D FR 75Ju   36  128  503 0    2+/w0
   2 Bonde Kim                       3D FR 92Le   33  132  512 0    1-/b0`,
    ['MMS SOS SOSOS', '1 Rask Ida 36 128 503', '2 Bonde Kim 33 132 512'],
  ],
  [
    'a wall list whose criteria have no names',
    '; EV[x]\n1 Baden Kor 3K CH Nor 35 0 2+/w0\n2 Lipi Ran 4K SE Ost 34 1 1-/b0',
    [' ', '1 Baden Kor 35 0', '2 Lipi Ran 34 1'],
  ],
  [
    'Pairgoth: its ranks are numbers',
    JSON.stringify({
      gobanSize: 19,
      pairing: { placement: ['MMS', 'SOSM'], mmFloor: -20, mmBar: 2 },
      players: [
        { id: 1, name: 'Ada', rank: 6 },
        { id: 2, name: 'Bo', rank: 1 },
        { id: 3, name: 'Cy', rank: -1 },
      ],
      games: [
        [
          { w: 1, b: 2, r: 'b', h: 0 },
          { w: 3, b: 0, r: 'w' },
        ],
      ],
    }),
    ['MMS SOSM', '1 Ada 32 32', '2 Bo 32 32', '3 Cy 30 29'],
  ],
  [
    'MacMahon: players above the upper bar start alike',
    `<TournamentData><Tournament><NumberOfRounds>1</NumberOfRounds>
      <UpperMacMahonBar>true</UpperMacMahonBar><UpperMacMahonBarLevel>1d</UpperMacMahonBarLevel></Tournament>
      <Walllist><Criterion><ShortName>Score</ShortName></Criterion><Criterion><ShortName>SOS</ShortName></Criterion></Walllist>
      <Playerlist>${['3d', '1d', '5k']
        .map(
          (rank, i) =>
            `<Player><Id>${String(i + 1)}</Id><GoPlayer><Surname>P${String(i + 1)}</Surname><GoLevel>${rank}</GoLevel></GoPlayer></Player>`,
        )
        .join('')}</Playerlist>
      <Roundlist><Round><RoundNumber>1</RoundNumber><Pairing><White>2</White><Black>1</Black><Result>1-0</Result></Pairing></Round></Roundlist>
    </TournamentData>`,
    ['MMS SOSM', '1 P2 31 30', '2 P1 30 31', '3 P3 25 25'],
  ],
] as const;

test.each(cases)('%s', (_, text, expected) => {
  expect(standings(text)).toEqual(expected);
});
