/** The program in the commands of every report, as it starts in a project that has the package. */
export const programInReports = "npx volume-registry-conformance";
