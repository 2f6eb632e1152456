import type { AttackCase } from '../case.js';
import { flood, requestText } from '../sockets.js';

/** What clients without a token do. */
export const CASES: readonly AttackCase[] = [
  {
    name: '100,000 requests for paths that are not there',
    by: 'stranger',
    mostMb: 250,
    async attack({ serve }) {
      const server = await serve();
      await flood(server, 10, 100_000, (number) => requestText('GET', `/v1/${String(number)}`));
      const text = await (await server.ask('/metrics')).text();
      return text.length < 100_000 ? '' : `the metrics are ${String(text.length)} characters long`;
    },
  },
];
