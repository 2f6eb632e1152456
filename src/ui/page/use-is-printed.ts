import { useEffect, useState } from 'preact/hooks';

/** Whether the page is being printed: paper neither scrolls nor unfolds. */
export function useIsPrinted(): boolean {
  const [isPrinted, setIsPrinted] = useState(false);
  useEffect(() => {
    const begin = (): void => setIsPrinted(true);
    const end = (): void => setIsPrinted(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinted;
}
