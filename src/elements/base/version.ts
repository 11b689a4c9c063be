/** Version of the package: what two copies on one page compare before one registers over the other. */
export const version = '0.1.0';
