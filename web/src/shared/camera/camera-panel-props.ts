import type { CodeMemory } from './repeat-gate.ts';

export interface CameraPanelProps {
  /** Of `openMemory()`; held by whoever opens the camera. */
  memory: CodeMemory;
  onCode: (code: string) => void;
  onClose: () => void;
}
