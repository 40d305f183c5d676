import type { ComponentType } from 'react';
import type { ProjectDetail } from '../detail/contract.ts';

export interface PartProps {
  project: ProjectDetail;
}

/** A tab of the project page, handed over by the room it belongs to. */
export interface ProjectTab {
  /** Its word in the address. */
  readonly value: string;
  /** Also its heading, which only those hear who do not see the tab. */
  readonly label: string;
  /** How many things in it are worth a number; none is not told. */
  readonly count?: (project: ProjectDetail) => number;
  /** Whether it is offered; always where left out. */
  readonly isOffered?: (project: ProjectDetail, isOpen: boolean) => boolean;
  readonly Panel: ComponentType<PartProps>;
}

/** Something above the tabs that a room tells of a project. */
export interface ProjectNotice {
  readonly name: string;
  readonly isNeeded: (project: ProjectDetail) => boolean;
  readonly Notice: ComponentType<PartProps>;
}
