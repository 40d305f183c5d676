import { useSyncExternalStore } from 'react';
import { config, onConfigChange } from '../config.ts';

/** The configuration as it is now, for what shows the institution: the office may change it in this page. */
export const useConfig = () => useSyncExternalStore(onConfigChange, config);
