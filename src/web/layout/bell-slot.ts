import type { ComponentType } from 'react';

let bell: ComponentType | undefined;

/** What stands between search and user menu in the top bar. Called once at start, as the kit knows no feature. */
export function setBell(component: ComponentType) {
  bell = component;
}

export const theBell = () => bell;
