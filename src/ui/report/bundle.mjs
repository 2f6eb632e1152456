import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { embedded } from '../../kernels/build.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** The page of the report as one script and one style, which `report-page` puts into each report. */
export default {
  input: here('main.ts'),
  platform: 'browser',
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  output: { file: here('../../../dist/report/report.js'), format: 'iife', minify: true },
  plugins: [
    embedded(),
    {
      name: 'style',
      generateBundle() {
        this.emitFile({
          type: 'asset',
          fileName: 'report.css',
          source: readFileSync(here('report.css'), 'utf8'),
        });
      },
    },
  ],
};
