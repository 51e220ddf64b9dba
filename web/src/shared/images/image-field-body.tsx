import { Camera, ImagePlus } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '@atelier/ui/class-names.ts';
import { FilePicker } from './file-picker.tsx';
import type { ImageFieldProps } from './image-field-props.ts';
import { ImageGallery } from './image-gallery.tsx';
import { PendingTile } from './pending-tile.tsx';
import { usePictures } from './use-pictures.ts';
import './imaging.css';

const filesOf = (list: DataTransfer): File[] => [...list.files];

type Chosen = Pick<ImageFieldProps, 'value' | 'onChange' | 'max'>;

/** The list of pictures, what is still being sent, and what is said of it aloud. */
function useChosen({ value, onChange, max }: Chosen) {
  const { t } = useTranslation('image');
  const [spoken, setSpoken] = useState('');
  const [isTooMany, setTooMany] = useState(false);
  // Two pictures may arrive before the form has drawn the first: both must be in the list.
  const latestRef = useRef(value);
  useEffect(() => {
    latestRef.current = value;
  }, [value]);
  const change = (ids: readonly string[]) => {
    latestRef.current = ids;
    onChange(ids);
  };
  const pictures = usePictures((uploaded) => {
    change([...latestRef.current, uploaded]);
    setSpoken(t('field.added', { value: latestRef.current.length, max }));
  });
  const room = max - value.length - pictures.pending.length;
  return {
    pictures,
    room,
    spoken,
    isTooMany,
    take: (files: readonly File[]) => {
      setTooMany(files.length > room);
      pictures.add(files.slice(0, Math.max(0, room)));
    },
    remove: (image: string) => {
      change(latestRef.current.filter((one) => one !== image));
      setTooMany(false);
      setSpoken(t('field.removed'));
    },
  };
}

export function ImageFieldBody(props: ImageFieldProps) {
  const { label, value, max, required = false, error, hint, testId = 'image-field' } = props;
  const { t } = useTranslation('image');
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const { pictures, room, spoken, isTooMany, take, remove } = useChosen(props);
  const drop = useDropTarget(take);
  const message = error ?? (isTooMany ? t('field.tooMany', { count: max }) : undefined);
  const removed = (image: string) => {
    remove(image);
    group.current?.querySelector<HTMLElement>('.img-actions button')?.focus();
  };

  return (
    <div
      ref={group}
      className={classNames(
        'img-field stack gap-5',
        drop.isOver && 'over',
        message !== undefined && 'invalid',
      )}
      role="group"
      aria-labelledby={`${id}l`}
      aria-describedby={`${id}m`}
      data-testid={testId}
      onPaste={(event: ClipboardEvent) => {
        const files = filesOf(event.clipboardData);
        if (files.length > 0) take(files);
      }}
      {...drop.handlers}
    >
      <Label id={`${id}l`} text={label} isRequired={required} />
      <div className="img-box stack gap-12 rounded on-surface">
        <ImageGallery
          images={value.map((image) => ({ id: image }))}
          onRemove={removed}
          testId={`${testId}-images`}
        >
          {pictures.pending.map((one) => (
            <PendingTile
              key={one.key}
              picture={one}
              onRetry={() => pictures.retry(one.key)}
              onDrop={() => pictures.drop(one.key)}
            />
          ))}
        </ImageGallery>
        {room > 0 ? <Actions onFiles={take} isSeveral={room > 1} testId={testId} /> : null}
      </div>
      <div className="field-foot" id={`${id}m`}>
        {message === undefined ? (
          <span className="field-hint">{hint ?? t('field.hint')}</span>
        ) : (
          <span className="field-error" role="alert">
            {message}
          </span>
        )}
        <span className="field-hint num nowrap">{t('field.count', { value: value.length, max })}</span>
      </div>
      <span className="sr-only" role="status">
        {spoken}
      </span>
    </div>
  );
}

function Label({
  id,
  text,
  isRequired,
}: {
  id: string;
  text: ImageFieldProps['label'];
  isRequired: boolean;
}) {
  const { t } = useTranslation('image');
  return (
    <span className="field-label" id={id}>
      {text}
      {isRequired && (
        <>
          <span className="req" aria-hidden>
            *
          </span>
          <span className="sr-only"> ({t('field.required')})</span>
        </>
      )}
    </span>
  );
}

interface ActionsProps {
  onFiles: (files: readonly File[]) => void;
  isSeveral: boolean;
  testId: string;
}

function Actions({ onFiles, isSeveral, testId }: ActionsProps) {
  const { t } = useTranslation('image');
  return (
    <div className="img-actions flex wrap middle">
      <FilePicker
        onFiles={onFiles}
        isSeveral={isSeveral}
        icon={<ImagePlus size={16} aria-hidden />}
        testId={`${testId}-choose`}
      >
        {t('field.choose')}
      </FilePicker>
      <FilePicker
        onFiles={onFiles}
        isCamera
        className="img-camera"
        icon={<Camera size={16} aria-hidden />}
        testId={`${testId}-camera`}
      >
        {t('field.camera')}
      </FilePicker>
      <span className="img-drop-hint field-hint">{t('field.drop')}</span>
    </div>
  );
}

function useDropTarget(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      const to = event.relatedTarget;
      if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      onFiles(filesOf(event.dataTransfer));
    },
  };
  return { isOver, handlers };
}
