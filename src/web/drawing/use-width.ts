import { useLayoutEffect, useRef, useState } from 'react';

/** Width of an element in whole pixels, known before it is painted; `usual` where nothing is laid out, as in tests. */
export function useWidth<E extends HTMLElement>(usual: number) {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(usual);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(Math.floor(element.clientWidth) || usual);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [usual]);
  return { ref, width };
}
