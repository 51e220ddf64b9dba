/** Light, dark, or as the device says; kept on the device, for it is the device's screen and not the person's. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'atelier.theme';

export function storedTheme(): ThemeChoice {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Sets `data-theme` on `<html>`; without it `color-scheme: light dark` follows the device. */
export function applyTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  applyTheme(choice);
}
