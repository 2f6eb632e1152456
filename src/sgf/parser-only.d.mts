/** A plugin of Rolldown and Vite that leaves the tokenizer of @sabaki/sgf out. */
export function parserOnly(): {
  name: string;
  enforce: 'pre';
  resolveId: (id: string, importer?: string) => string | null;
  load: (id: string) => string | null;
};
