import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadChunk } from './lazy-chunk.ts';

// React's own type of a component whose properties are its own affair.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyComponent = ComponentType<any>;

/** A component whose chunk loads when it is first drawn. */
export const lazyPart = <Name extends string, Module extends Record<Name, AnyComponent>>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<Module[Name]> => lazy(async () => ({ default: (await loadChunk(load))[name] }));
