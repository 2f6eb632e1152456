import type { GroundName } from './citation.js';

const POSITION = 'A play may not restore a position of the whole board that has been there before';

/** What the rules say, in our words, by what citations call it. Each holds for every ruleset that has it. */
const WORDS: Readonly<Record<GroundName, string>> = {
  'stones are played on the board': 'Stones are played on the points of the board.',
  'stones are played on empty points': 'Stones are played on empty points.',
  'players alternate': 'The players take turns.',
  'who plays first': 'Black plays first; after handicap stones have been placed, White does.',
  'self-capture': 'A play must not leave stones of the same color without a liberty.',
  'self-capture forbidden':
    'A play must not leave stones of the same color without a liberty once captured stones have been removed.',
  'self-capture of one stone forbidden':
    'A play must not leave its own stone alone and without a liberty once captured stones have been removed; two stones or more may be given up.',
  'self-capture allowed': 'A play may leave stones of the same color without a liberty; they are removed.',
  'basic ko': 'Whoever has just lost a single stone in a ko may not take back at once.',
  'positional superko': `${POSITION}, whoever is to move.`,
  'situational superko': `${POSITION} with the same player to move.`,
  'situational superko (natural situational superko allows it)': `${POSITION} with the same player to move. Read as natural situational superko, this counts only positions that the player has made by a play.`,
  'natural situational superko': `${POSITION} if the same player made it by a play.`,
  'fighting or disturbing ko':
    'What a repetition means depends on what the ko decides; whoever only disturbs must give way.',
  'repetition allowed': 'A play that restores a position of the whole board is not illegal.',
  'the first capture wins': 'Whoever captures first has won.',
  'end of the game': 'Play stops when the players pass one after the other, or agree that it is over.',
  'every stone stays': 'When play has stopped by passes once more, every stone on the board is alive.',
  'play resumed': 'Play that was stopped by passes may go on, if the players do not agree on the position.',
  'White moves last': 'White moves last, if need be with one more pass.',
  'size of the board': 'The board has one of the sizes that the rules name.',
  'handicap stones': 'The rules speak of handicaps of so many stones and no more.',
  'points of the handicap stones': 'Handicap stones stand on the points that the rules name.',
  komi: 'White receives komi in an even game.',
  'komi with handicap': 'Games with a handicap have a komi of their own, or none.',
  'life and death': 'Which stones are dead is settled before the count, as the rules say.',
  counting: 'The player with more points wins, komi included.',
};

/** What a citation such as `Japanese 1989, article 6: basic ko` says, in our words; `undefined` for one of no rule of the game. */
export function ruleWords(citation: string): string | undefined {
  const name = citation.slice(citation.indexOf(': ') + 2);
  return Object.hasOwn(WORDS, name) ? WORDS[name as GroundName] : undefined;
}
