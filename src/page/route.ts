import { useEffect, useState } from 'preact/hooks';

/** Where the page is, as its address tells it behind the `#`. */
export interface Route {
  readonly run: string | undefined;
  readonly file: string | undefined;
  readonly game: number;
}

function currentRoute(): Route {
  const query = new URLSearchParams(location.hash.slice(1));
  return {
    run: query.get('run') ?? undefined,
    file: query.get('file') ?? undefined,
    game: Number(query.get('game') ?? 1),
  };
}

/** The address of a place in the page. */
export function addressOf(run: string, file?: string, game?: number): string {
  const query = new URLSearchParams({ run });
  if (file !== undefined) query.set('file', file);
  if (game !== undefined) query.set('game', String(game));
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
