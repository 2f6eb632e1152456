import { availableParallelism } from 'node:os';
import { PATH, TEXT, whole, row, section } from './kinds.js';

const MIB = 1024 * 1024;

/** Options of `serve`. */
export const SERVING_ROWS = [
  ...section('Listening', {}, [
    row('host', TEXT, ['serve'], 'Address to listen on; any but a loopback one needs tokens', {
      default: '127.0.0.1',
    }),
    row('port', whole(0, 65_535), ['serve'], 'Port to listen on; 0 takes a free one', { default: 8361 }),
    row('tokens', PATH, ['serve'], 'File with API tokens, one per line: TOKEN, TOKEN NAME, TOKEN NAME admin'),
    row('token', TEXT, ['serve'], 'An API token; other users of the machine can see it: prefer a file'),
  ]),
  ...section('Storage', {}, [
    row('data', PATH, ['serve'], 'Folder for jobs, their uploads and results', {
      defaultWords: 'sgf-referee in the folder for user data',
    }),
    row('store', PATH, ['serve', 'work'], 'Jobs that servers share, in a folder or s3://bucket/prefix'),
  ]),
  ...section('Limits', {}, [
    row('jobs', whole(1, 256), ['serve'], 'Worker threads', {
      default: availableParallelism(),
      defaultWords: 'number of cores',
    }),
    row(
      'max-body-bytes',
      whole(1),
      ['serve'],
      'Largest body of a request that is answered at once, in bytes',
      {
        default: 32 * MIB,
      },
    ),
    row('max-games', whole(1), ['serve'], 'Most games in such a request', { default: 5000 }),
    row('max-seconds', whole(1), ['serve'], 'Longest time for it, in seconds', { default: 120 }),
    row('max-requests', whole(1), ['serve'], 'Most such requests in progress or waiting', {
      default: 1000,
    }),
    row('max-answer-bytes', whole(1), ['serve'], 'Largest answer in bytes; jsonl is streamed and unlimited', {
      default: 64 * MIB,
    }),
    row('max-files', whole(1), ['serve'], 'Most files in a request or a job, form fields included', {
      default: 10_000,
    }),
    row('max-tenant-requests', whole(1), ['serve'], 'Most requests of one tenant in progress', {
      default: 250,
    }),
    row('min-body-rate', whole(1), ['serve'], 'Slowest arrival of a body, in bytes per second', {
      default: 1024,
    }),
    row('max-connections', whole(1), ['serve'], 'Most connections at a time', { default: 4000 }),
    row('max-job-bytes', whole(1), ['serve'], 'Largest upload of a job, in bytes', { default: 1024 * MIB }),
    row('max-job-games', whole(1), ['serve'], 'Most games in a job', { default: 5_000_000 }),
    row('max-running-jobs', whole(1), ['serve'], 'Most jobs running at a time', { default: 1 }),
    row('max-jobs', whole(1), ['serve'], 'Most jobs kept', { default: 200 }),
    row('max-disk-bytes', whole(1), ['serve'], 'Most disk space for uploads and results, in bytes', {
      default: 8 * 1024 * MIB,
    }),
  ]),
] as const;
