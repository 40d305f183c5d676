import { useState } from 'react';

/** Whether it is so or has been so: what is fetched when first needed stays, to go the way it came. */
export function useOnce(isSo: boolean): boolean {
  const [was, setWas] = useState(isSo);
  if (isSo && !was) setWas(true);
  return was || isSo;
}
