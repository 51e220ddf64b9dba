import { ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchBytes } from '../../lib/api/bytes.ts';
import './imaging.css';

export interface AuthImageProps {
  id: string;
  /** What it shows; empty where words beside it say so. */
  alt: string;
  className?: string;
}

type Loaded = { id: string; url: string } | { id: string; url: null };

/** The picture's object URL once it has arrived; given back to the browser when it is no longer shown. */
function useImageUrl(id: string): string | null | undefined {
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
      () => !stop.signal.aborted && setLoaded({ id, url: null }),
    );
    return () => {
      stop.abort();
      if (made !== '') URL.revokeObjectURL(made);
    };
  }, [id]);
  return loaded?.id === id ? loaded.url : undefined;
}

/** A kept picture. It is fetched with the bearer header, so that no address of a customer's photograph works by itself. */
export function AuthImage({ id, alt, className }: AuthImageProps) {
  const { t } = useTranslation('image');
  const url = useImageUrl(id);
  // A picture inside a button that names it says nothing more by itself.
  const named = alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt };
  if (url === undefined) return <span className="img-waiting" aria-busy="true" {...named} />;
  if (url === null)
    return (
      <span
        className="img-missing"
        role="img"
        aria-label={`${alt} ${t('missing')}`}
        data-testid="image-missing"
      >
        <ImageOff size={22} aria-hidden />
      </span>
    );
  return <img src={url} alt={alt} className={className} data-image={id} />;
}
