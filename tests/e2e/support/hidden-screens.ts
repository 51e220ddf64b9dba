import type { BrowserContext } from '@playwright/test';

const hidden = new WeakMap<BrowserContext, string[]>();

/**
 * Notes the addresses whose screen was shown and then hidden behind its skeleton, because a part of it had to wait: what people press
 * or scan at that moment is lost (docs/decisions/0263-texts-before-their-part.md).
 */
export async function noteHiddenScreens(context: BrowserContext): Promise<void> {
  const found: string[] = [];
  hidden.set(context, found);
  await context.exposeBinding('noteHiddenScreen', (_, address: string) => void found.push(address));
  await context.addInitScript(() => {
    const note = (globalThis as unknown as { noteHiddenScreen: (address: string) => void }).noteHiddenScreen;
    const isHidden = (each: Element): boolean => each instanceof HTMLElement && each.style.display === 'none';
    const look = (node: Node): void => {
      if (!(node instanceof HTMLElement) || !node.matches('.page-skeleton')) return;
      if ([...(node.parentElement?.children ?? [])].some(isHidden)) note(location.pathname + location.search);
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(look);
    }).observe(document, { childList: true, subtree: true });
  });
}

/** The addresses noted in the windows of these contexts since they were asked for last. */
export const hiddenScreensOf = (contexts: Iterable<BrowserContext>): string[] =>
  [...new Set(contexts)].flatMap((context) => hidden.get(context)?.splice(0) ?? []);
