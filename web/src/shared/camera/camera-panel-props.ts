import type { CodeMemory } from './repeat-gate.ts';

export interface CameraPanelProps {
  /** Of `openMemory()`; held by the part that opens the camera. */
  memory: CodeMemory;
  onCode: (code: string) => void;
  onClose: () => void;
}
