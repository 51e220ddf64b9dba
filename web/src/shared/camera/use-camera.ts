import { type RefObject, useEffect, useRef, useState } from 'react';
import { useHandler } from '@atelier/ui/hooks/use-handler.ts';
import type { CodeMemory } from './repeat-gate.ts';

/** Why there is no picture; a screen has a sentence for each. */
type CameraError = 'refused' | 'none' | 'busy' | 'insecure' | 'unexpected';

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

export interface Camera {
  video: RefObject<HTMLVideoElement | null>;
  state: 'starting' | 'running' | CameraError;
  /** Undefined where the device has no light. */
  torch: { isOn: boolean; toggle: () => void } | undefined;
}

const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
};

async function openCamera(): Promise<MediaStream> {
  if (!window.isSecureContext) throw new DOMException('', 'InsecureError');
  if (!('mediaDevices' in navigator)) throw new DOMException('', 'NotFoundError');
  return navigator.mediaDevices.getUserMedia(WANTED);
}

const stop = (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop());

/** Runs the camera and reads codes from it while the component is there. */
export function useCamera(memory: CodeMemory, onCode: (code: string) => void): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const onRead = useHandler(onCode);
  const [state, setState] = useState<Camera['state']>('starting');
  const [track, setTrack] = useState<MediaStreamTrack>();
  useEffect(() => {
    const ended = new AbortController();
    const run = async () => {
      const stream = await openCamera();
      ended.signal.addEventListener('abort', () => stop(stream));
      const element = video.current;
      if (ended.signal.aborted || element === null) return stop(stream);
      setTrack(stream.getVideoTracks()[0]);
      element.srcObject = stream;
      await element.play();
      const { readCodes } = await import('./read-codes.ts');
      if (ended.signal.aborted) return;
      setState('running');
      await readCodes(element, memory, onRead, ended.signal);
    };
    run().catch((error: unknown) => {
      if (ended.signal.aborted) return;
      ended.abort();
      setState(window.isSecureContext ? cameraErrorOf(error) : 'insecure');
    });
    return () => ended.abort();
  }, [memory, onRead]);
  return { video, state, torch: useTorch(track) };
}

/** `torch` is known to browsers, not to their types. */
type Capabilities = MediaTrackCapabilities & { torch?: boolean };

function useTorch(track: MediaStreamTrack | undefined): Camera['torch'] {
  const [isOn, setOn] = useState(false);
  const capabilities: Capabilities = track?.getCapabilities?.() ?? {};
  if (capabilities.torch !== true) return undefined;
  const toggle = () => {
    const constraints = { advanced: [{ torch: !isOn } as MediaTrackConstraintSet] };
    void track?.applyConstraints(constraints).then(() => setOn(!isOn));
  };
  return { isOn, toggle };
}
