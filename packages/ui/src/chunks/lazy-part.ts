import { createElement, lazy, useState, type ComponentType, type LazyExoticComponent } from 'react';
import { loadChunk, wholeChunk } from './lazy-chunk.ts';

// React's own type of a component whose properties are its own affair.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyComponent = ComponentType<any>;

/** A component whose chunk loads when it is first drawn. */
export const lazyPart = <Name extends string, Module extends Record<Name, AnyComponent>>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<Module[Name]> => lazy(async () => ({ default: (await loadChunk(load))[name] }));

/** A component of a separate chunk that may be loaded ahead. */
export interface AheadPart<Component extends AnyComponent> {
  readonly Part: Component;
  /** Resolves once it is loaded, and also when it could not be: its drawing tries again, and says so. */
  readonly load: () => Promise<void>;
}

/**
 * One that is drawn at once if its chunk has been loaded by then. For a lazy component React draws the placeholder even if the chunk
 * is there, and keeps it for a third of a second.
 */
export function aheadPart<Name extends string, Module extends Record<Name, AnyComponent>>(
  load: () => Promise<Module>,
  name: Name,
): AheadPart<Module[Name]> {
  const Lazy = lazyPart(load, name);
  let loaded: AnyComponent | undefined;
  function Part(props: object) {
    // One of the two as long as it stands.
    const [Chosen] = useState<AnyComponent>(() => loaded ?? Lazy);
    return createElement(Chosen, props);
  }
  return {
    Part: Part as Module[Name],
    load: async () => {
      loaded = (await wholeChunk(load).catch(() => undefined))?.[name];
    },
  };
}
