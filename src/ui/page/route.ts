import { useEffect, useState } from 'preact/hooks';

/** Where the page is, as its address tells it behind the `#`. */
export interface Route {
  readonly run: string | undefined;
  /** Number of the game's row in the run, from 1. */
  readonly row: number | undefined;
}

function currentRoute(): Route {
  const query = new URLSearchParams(location.hash.slice(1));
  return {
    run: query.get('run') ?? undefined,
    row: query.has('row') ? Number(query.get('row')) : undefined,
  };
}

/** The address of a place in the page. */
export function addressOf(run: string, row?: number): string {
  const query = new URLSearchParams({ run });
  if (row !== undefined) query.set('row', String(row));
  return `#${query.toString()}`;
}

export function useRoute(): Route {
  const [route, setRoute] = useState(currentRoute);
  useEffect(() => {
    const follow = (): void => setRoute(currentRoute());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}
