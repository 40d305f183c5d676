import { type ReactNode, useEffect, useRef, useState } from 'react';

interface Props {
  /** Of the empty place meanwhile: as high as what comes, so that nothing moves. Nothing is under way there. */
  className: string | undefined;
  children: ReactNode;
}

/** What is heavy and below: comes once it is about to be seen, or printed. */
export function WhenNear({ className, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const show = () => setNear(true);
    const near = new IntersectionObserver(seen => seen.some(e => e.isIntersecting) && show(), {
      rootMargin: '50% 0px',
    });
    if (place.current) near.observe(place.current);
    window.addEventListener('beforeprint', show);
    return () => {
      near.disconnect();
      window.removeEventListener('beforeprint', show);
    };
  }, []);
  return isNear ? children : <div ref={place} className={className} />;
}
