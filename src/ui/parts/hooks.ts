import { useEffect, useState } from 'preact/hooks';

/** Whether the page is being printed: paper has no scrolling or folding. */
export function useIsPrinted(): boolean {
  const [isPrinted, setIsPrinted] = useState(false);
  useListener('beforeprint', () => setIsPrinted(true));
  useListener('afterprint', () => setIsPrinted(false));
  return isPrinted;
}

/** The part of the address after `#`. */
export function useHash(): string {
  const [hash, setHash] = useState(location.hash);
  useListener('hashchange', () => setHash(location.hash));
  return hash;
}

/** Listens to an event of the window while the component is shown. */
export function useListener<Type extends keyof WindowEventMap>(
  type: Type,
  listen: (event: WindowEventMap[Type]) => void,
): void {
  useEffect(() => {
    addEventListener(type, listen);
    return () => removeEventListener(type, listen);
  });
}
