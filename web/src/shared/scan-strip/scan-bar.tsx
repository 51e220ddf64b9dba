import { useState } from 'react';
import { type OpenCamera, CameraButton, CameraPanel } from '../camera/camera-scan.tsx';
import { ScanStrip, type StripNote } from './scan-strip.tsx';

export interface ScanBarProps {
  /** Null where nothing more is scanned; an open camera stays open for what comes next. */
  note: StripNote | null;
  onCode: (code: string) => void;
}

/** What the last scan did, and the camera for who has no scanner. */
export function ScanBar({ note, onCode }: ScanBarProps) {
  const [camera, setCamera] = useState<OpenCamera>(null);
  return (
    <>
      {camera !== null && <CameraPanel memory={camera} onCode={onCode} onClose={() => setCamera(null)} />}
      {note !== null && (
        <div className="row">
          <ScanStrip note={note} />
          <CameraButton camera={camera} onCamera={setCamera} />
        </div>
      )}
    </>
  );
}
