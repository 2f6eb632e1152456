import { prepareEstimator } from '../life/estimators.js';
import { reserveAddresses } from './process-limits.js';
import { isJudging, type WorkSettings } from './settings.js';
import { createWork, type Task, type TaskResult } from './work.js';

/** Makes what does the tasks of a run: referees games, lists them, or tells keys for finding duplicates. */
export async function workFor(settings: WorkSettings): Promise<(task: Task) => TaskResult> {
  const { list, duplicates, options } = settings;
  reserveAddresses(options.estimator, isJudging(settings));
  if (duplicates) return (await import('./plain-work.js')).createDuplicatesWork(settings, duplicates);
  if (!list || list.query.depth === 'score') await prepareEstimator(options.estimator);
  return list ? (await import('./plain-work.js')).createListWork(settings, list) : createWork(settings);
}
