import { button } from './dom.js';

const SCHEMES = ['auto', 'light', 'dark'] as const;

/** A button that goes through the viewer's own scheme, light and dark. */
export function themeButton(): HTMLElement {
  let chosen = 0;
  const made = button('', () => {
    chosen = (chosen + 1) % SCHEMES.length;
    show();
  });
  const show = (): void => {
    const scheme = SCHEMES[chosen]!;
    if (scheme === 'auto') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = scheme;
    made.textContent = `Colors: ${scheme}`;
  };
  show();
  return made;
}
