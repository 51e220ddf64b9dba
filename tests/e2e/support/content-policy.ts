import type { Page } from '@playwright/test';

/** What the browser refused because of the policy, with the screen it was refused on. */
export async function watchPolicy(page: Page): Promise<string[]> {
  const refused: string[] = [];
  await page.exposeFunction('policyRefused', (what: string) => refused.push(`${page.url()} ${what}`));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      const tell: unknown = Reflect.get(window, 'policyRefused');
      if (typeof tell === 'function') tell(`${effectiveDirective} ${blockedURI} ${sourceFile}`);
    }),
  );
  return refused;
}
