import type { ComponentType } from 'react';
import { aheadPart } from '@atelier/ui/chunks/lazy-part.ts';

type Screen = ComponentType<Record<string, number>>;

/** Every `*.screen.tsx` is a separate chunk; a route names its file (see routes.ts). */
const files = import.meta.glob<{ Screen: Screen }>('../features/**/*.screen.tsx');
const screens = new Map(Object.entries(files).map(([file, load]) => [file, aheadPart(load, 'Screen')]));
const screenOf = (screen?: string) => screens.get(`../features/${screen}.screen.tsx`);

/** The `Screen` of `features/<slice>/<name>.screen.tsx`, or null when there is no such file. Loads when it is first drawn, unless it was loaded before. */
export const lazyScreen = (screen: string): Screen | null => screenOf(screen)?.Part ?? null;

/** Loads a screen's chunk before it is drawn; resolves also when it could not. */
export const loadScreen = async (screen?: string): Promise<void> => screenOf(screen)?.load();
