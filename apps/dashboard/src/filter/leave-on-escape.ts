/** Leaves a control by Escape: shortcuts work again. */
export const leaveOnEscape = (event: KeyboardEvent): void => {
  if (event.key === 'Escape' && event.currentTarget instanceof HTMLElement) event.currentTarget.blur();
};
