import { SectionFields } from '../fields/arranged.tsx';

/** A section without a screen of its own: its fields in the order the domain lists them. */
export const PlainSection = () => <SectionFields />;
