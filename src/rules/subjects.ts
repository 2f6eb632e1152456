import type { Ruleset } from './ruleset.js';

/** Fields of a ruleset that say something about the game; the others only describe the row. */
export type RuleField = Exclude<keyof Ruleset, 'name' | 'title' | 'articles' | 'sources' | 'doubts'>;

/** What rulings rest on that is no field, since every ruleset has it alike: where stones are played, whose turn it is, who is dead. */
export const RULE_TOPICS = ['points', 'turns', 'life'] as const;
export type RuleTopic = (typeof RULE_TOPICS)[number];

/** What an article of a text can be about. */
export type RuleSubject = RuleField | RuleTopic;

/**
 * Turns "source: the subjects it was read for" into "subject: its sources", as `Ruleset.sources` wants it.
 * Source keys are those of SOURCE_TEXTS (A6: AGA Concise Rules, J1: Japanese 1989 ...).
 */
export function cited(
  subjectsBySource: Readonly<Record<string, readonly RuleSubject[]>>,
): Readonly<Record<string, readonly string[]>> {
  const bySubject: Record<string, string[]> = {};
  for (const [source, subjects] of Object.entries(subjectsBySource)) {
    for (const subject of subjects) (bySubject[subject] ??= []).push(source);
  }
  return bySubject;
}

/**
 * Turns "place in a text: the subjects it treats" into "subject: its article", as `Ruleset.articles` wants it:
 * `articles('Japanese 1989', { 'article 6': ['basicKo'] })` gives `basicKo: 'Japanese 1989, article 6'`.
 */
export function articles(
  text: string,
  subjectsByPlace: Readonly<Record<string, readonly RuleSubject[]>>,
): Readonly<Record<string, string>> {
  const bySubject: Record<string, string> = {};
  for (const [place, subjects] of Object.entries(subjectsByPlace)) {
    for (const subject of subjects) bySubject[subject] = `${text}, ${place}`;
  }
  return bySubject;
}
