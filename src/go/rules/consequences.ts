import type { Finding } from '../../core/findings/finding.js';
import { SOURCE_TEXTS } from './citation.js';
import type { RuleField, Ruleset } from './ruleset.js';

/**
 * What a text makes of an illegal move, with the field that states it. `taken-back`: off the board, and a pass; `both-back`: both
 * stones of a double move, as one pass; `second-void`: only the second of them, with a warning; `stands`: the opponent
 * moves without objecting; `restored`: after that, both agree to go back.
 */
const CONSEQUENCES = {
  'taken-back': 'illegalMove',
  'both-back': 'doubleMove',
  'second-void': 'doubleMove',
  stands: 'illegalMoveClaim',
  restored: 'illegalMoveClaim',
  loses: 'illegalMove',
} as const satisfies Readonly<Record<string, RuleField>>;
export type ConsequenceName = keyof typeof CONSEQUENCES;

export interface Consequence {
  readonly name: ConsequenceName;
  readonly field: RuleField;
  /** `Japanese 1989, article 14`; the text that says it where no article is known; '' where neither is. */
  readonly article: string;
}

/**
 * What the rules prescribe for a move with a finding. Empty: it is illegal, and the text does not say what follows. `undefined`:
 * it is no offence, the record is at fault, or a server takes no such move.
 */
export function consequencesOf(
  { code, move = 0, disposition, decided }: Finding,
  ruleset: Ruleset | undefined,
): readonly Consequence[] | undefined {
  const isOpen = disposition !== undefined && disposition !== 'doubtful' && disposition !== 'decided';
  if (!isOpen || decided !== undefined || code === 'move/off-board') return undefined;
  if (ruleset?.illegalMove === 'refused') return undefined;
  const isDouble = code === 'move/out-of-turn' && move > 1;
  return namesOf(ruleset, disposition === 'accepted', isDouble).map((name) => {
    const field = CONSEQUENCES[name];
    const source = ruleset?.sources[field]?.[0] ?? '';
    return { name, field, article: ruleset?.articles[field] ?? SOURCE_TEXTS[source] ?? '' };
  });
}

/** `isAnswered`: by the opponent, which settles it under some rules. */
function namesOf(
  ruleset: Ruleset | undefined,
  isAnswered: boolean,
  isDouble: boolean,
): readonly ConsequenceName[] {
  const isByReply = ruleset?.illegalMoveClaim === 'reply';
  if (isByReply && isAnswered) return ['stands', 'restored'];
  const unclaimed: readonly ConsequenceName[] = isByReply ? ['stands'] : [];
  if (isDouble && ruleset?.doubleMove === 'both') return ['both-back', ...unclaimed];
  if (isDouble && ruleset?.doubleMove === 'second') return ['second-void', ...unclaimed];
  if (ruleset?.illegalMove === 'taken-back-as-pass') return ['taken-back', ...unclaimed];
  return ruleset?.illegalMove === 'loses' ? ['loses'] : [];
}
