/* Opens a file that is no module: the message comes from the installed runtime.
 */
#include <cedar.h>
#include <stdio.h>

int main(void) {
  cedar_module *module = NULL;
  if (cedar_module_open("/dev/null", "cpu", &module) == CEDAR_OK)
    return 1;
  printf("cedar %s: %s\n", cedar_version(), cedar_last_error());
  return 0;
}
