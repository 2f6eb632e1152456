/** A plugin of Rolldown, Vite and Vitest that gives them the kernels and the net's weights as modules. */
export function embedded(kind?: 'fast' | 'plain'): {
  name: string;
  enforce: 'pre';
  resolveId: (id: string, importer?: string) => string | null;
  load: (id: string) => Promise<string> | string | null;
};
