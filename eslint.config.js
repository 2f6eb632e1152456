import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'dist-test/**',
      'test/**/*.mjs',
      'src/**/*.mjs',
      'coverage/**',
      'node_modules/**',
      'reports/**',
      'eslint.config.js',
      '.dependency-cruiser.cjs',
      'site/**',
      // Checked by the compiler with types that a test generates.
      'test/service/client{.test,-types}.ts',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './src/ui/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      'no-console': 'error',
      complexity: ['error', 20],
      'max-lines-per-function': ['error', 80],
      // A function's own body is the first of five levels.
      'max-depth': ['error', 4],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
  { files: ['cli/**', 'test/**'], rules: { 'no-console': 'off' } },
  {
    files: ['test/**'],
    rules: { 'max-lines': 'off', complexity: 'off', 'max-lines-per-function': 'off', 'max-depth': 'off' },
  },
  // AssemblyScript has types of its own, which its compiler checks; a kernel is one file.
  { files: ['src/core/kernels/*.ts'], ignores: ['**/*.d.ts'], ...tseslint.configs.disableTypeChecked },
  { files: ['src/core/kernels/*.ts'], rules: { 'max-lines': 'off' } },
);
