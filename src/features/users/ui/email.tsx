import { Fragment } from 'react';
import classes from './users.module.css';

/** With where each part begins: at most after the at sign and before a dot is an address broken. */
const partsOf = (email: string) =>
  [...email.matchAll(/\.?[^.@]*@?/g)]
    .filter(([text]) => text !== '')
    .map(({ 0: text, index }) => ({ text, index }));

/** An address, whole: on two lines where one has no room for it, and never broken within a word. */
export const Email = ({ children }: { children: string }) => (
  <span className={classes.email}>
    {partsOf(children).map(({ text, index }) => (
      <Fragment key={index}>
        {index > 0 && <wbr />}
        <span>{text}</span>
      </Fragment>
    ))}
  </span>
);
