let isPressed = false;
const waiting: (() => void)[] = [];

function catchUp(): void {
  isPressed = false;
  for (const act of waiting.splice(0)) act();
}
const listen = (event: string, act: () => void) => document.addEventListener(event, act, { capture: true });

listen('pointerdown', () => (isPressed = true));
// Before the click does anything: what it sends or closes finds all fields judged.
listen('click', catchUp);
// What was pressed and let go in different places, or became a drag, is no click. A menu of the system may keep the end
// of a press to itself; whoever types on presses no more.
for (const event of ['pointerup', 'pointercancel', 'keydown']) listen(event, () => setTimeout(catchUp));

/**
 * At once, or, while something is being pressed, once that is over. What moves the page under a pointer that is down
 * takes the click away: it goes to what is pressed and let go in one place.
 */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act);
  else act();
}
