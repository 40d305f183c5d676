import { type ReactNode, useEffect, useRef, useState } from 'react';

interface Props {
  /** As high as what comes, so that nothing moves. */
  placeholder: ReactNode;
  children: ReactNode;
}

/** What is heavy and below: comes once it is about to be seen, or printed. */
export function WhenNear({ placeholder, children }: Props) {
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
  return isNear ? children : <div ref={place}>{placeholder}</div>;
}
