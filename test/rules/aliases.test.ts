import { expect, test } from 'vitest';
import { rulesetFromRU } from '../../src/rules/aliases.js';
import { RULESET_NAMES } from '../../src/rules/rulesets.js';

test.each([
  ['Japanese', 'japanese'],
  ['japanese', 'japanese'],
  ['Japanese Rules', 'japanese'],
  [' JAPANESE ', 'japanese'],
  ['jp', 'japanese'],
  ['日本ルール', 'japanese'],
  ['日本规则', 'japanese'],
  ['Chinese', 'chinese'],
  ['chinese', 'chinese'],
  ['cn', 'chinese'],
  ['Chinese, Pair Go', 'chinese'],
  ['中国规则', 'chinese'],
  ['중국룰', 'chinese'],
  ['Korean', 'korean'],
  ['한국 규칙', 'korean'],
  ['AGA', 'aga'],
  ['AGA-Rules', 'aga'],
  ['aga rules', 'aga'],
  ['AGA 1991', 'aga-1991'],
  ['BGA', 'bga'],
  ['French', 'french'],
  ['Règles françaises', undefined],
  ['FFG', 'french'],
  ['GOE', 'ing'],
  ['Ing', 'ing'],
  ['ing rules', 'ing'],
  ['NZ', 'new-zealand'],
  ['New Zealand', 'new-zealand'],
  ['new_zealand', 'new-zealand'],
  ['Tromp/Taylor', 'tromp-taylor'],
  ['Tromp-Taylor rules', 'tromp-taylor'],
  ['tt', 'tromp-taylor'],
  ['stone_scoring', 'stone-scoring'],
  ['Finnish', 'finland'],
  ['Swedish', 'sweden'],
  ['', undefined],
  ['TT--', 'tromp-taylor'],
  ['Simple', undefined],
  ['Group tax?', undefined],
  ['W resigned', undefined],
  ['rules', undefined],
  ['constructor', undefined],
])('RU[%s] means %s', (text, name) => {
  expect(rulesetFromRU(text)).toBe(name);
  expect(rulesetFromRU(text)).toBe(name);
});

test.each(RULESET_NAMES.map((name) => [name]))('the name %s means itself', (name) => {
  expect(rulesetFromRU(name)).toBe(name);
});
