export default ({html, picture, view}) => ({
  middleExtras: () => html`<p class="lanterns">${picture("sign-lantern")} ${view().component.left}</p>`,
});
