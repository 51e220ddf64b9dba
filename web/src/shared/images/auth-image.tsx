import { ImageOff, ShieldAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/api-error.ts';
import { fetchBytes } from '../../lib/api/bytes.ts';
import './imaging.css';

export interface AuthImageProps {
  id: string;
  /** What it shows; empty where words beside it say so. */
  alt: string;
  className?: string;
}

/** `altered`: the server refused it, because what is kept is not what was recorded. */
type Shown = { url: string } | { why: 'missing' | 'altered' };
type Loaded = Shown & { id: string };

const isAltered = (error: unknown): boolean => error instanceof ApiError && error.code === 'file_altered';

/** The picture's object URL once it has arrived, or why there is none; given back to the browser when it is no longer shown. */
function useImage(id: string): Shown | undefined {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    const stop = new AbortController();
    let made = '';
    fetchBytes(`/image/${encodeURIComponent(id)}`, stop.signal).then(
      (blob) => {
        if (stop.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setLoaded({ id, url: made });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setLoaded({ id, why: isAltered(error) ? 'altered' : 'missing' });
      },
    );
    return () => {
      stop.abort();
      if (made !== '') URL.revokeObjectURL(made);
    };
  }, [id]);
  return loaded?.id === id ? loaded : undefined;
}

/**
 * A kept picture. It is fetched with the bearer header, so that the address of a customer's photograph does
 * not work alone.
 */
export function AuthImage({ id, alt, className }: AuthImageProps) {
  const shown = useImage(id);
  // A picture inside a button that names it adds nothing alone.
  const named = alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt };
  if (shown === undefined) return <span className="img-waiting" aria-busy="true" {...named} />;
  if ('why' in shown) return <NoImage alt={alt} why={shown.why} />;
  return <img src={shown.url} alt={alt} className={className} data-image={id} />;
}

/** In the place of a picture. That it is another one than was recorded is written out: it needs attention. */
function NoImage({ alt, why }: { alt: string; why: 'missing' | 'altered' }) {
  const { t } = useTranslation('image');
  const Icon = why === 'altered' ? ShieldAlert : ImageOff;
  return (
    <span className="img-missing" role="img" aria-label={`${alt} ${t(why)}`} data-testid={`image-${why}`}>
      <Icon size={22} aria-hidden />
      {why === 'altered' && <span className="small">{t('altered')}</span>}
    </span>
  );
}
