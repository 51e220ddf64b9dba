/** Why there is no picture; a screen has a sentence for each. */
export type CameraError = 'refused' | 'none' | 'busy' | 'insecure' | 'unexpected';

const BY_NAME: Readonly<Record<string, CameraError | undefined>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  PermissionDeniedError: 'refused',
  NotFoundError: 'none',
  DevicesNotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  TrackStartError: 'busy',
  AbortError: 'busy',
};

export const cameraErrorOf = (error: unknown): CameraError =>
  (error instanceof Error || error instanceof DOMException ? BY_NAME[error.name] : undefined) ?? 'unexpected';
