/** Text of a cell cut after two lines, its whole as a tooltip; on a phone it wraps whole. */
export const TwoLines = ({ children }: { children: string }) => (
  <span data-two-lines title={children}>
    {children}
  </span>
);
