/** Version of the package; two copies on one page compare it before they register elements. */
export const version = '0.1.0';
